import localFont from 'next/font/local';
import '../foyer/document/global.css';
import '../foyer/document/theme.css';
import './fonts.css';
import { loadRoot } from '../content.ts';

const sans = localFont({ src: '../foyer/fonts/source-sans.woff2', weight: '200 900', variable: '--source-sans' });
const display = localFont({
  src: '../foyer/fonts/fraunces.woff2',
  weight: '100 900',
  variable: '--fraunces',
  adjustFontFallback: 'Times New Roman',
});
// For the few texts in Nepali, wherever they are.
const devanagari = localFont({
  src: '../foyer/fonts/devanagari.woff2',
  weight: '100 900',
  variable: '--devanagari',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+20F0, U+25CC, U+A830-A839, U+A8E0-A8FF, U+11B00-11B09',
    },
  ],
});

export async function generateMetadata() {
  const { site } = await loadRoot();
  return { icons: site.favicon?.location };
}

export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" className={`${sans.variable} ${display.variable} ${devanagari.variable}`}>
      <body>{children}</body>
    </html>
  );
}
