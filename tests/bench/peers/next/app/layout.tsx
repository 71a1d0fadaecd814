import localFont from 'next/font/local';
import '../foyer/document/global.css';
import '../foyer/document/theme.css';
import { loadRoot } from '../content.ts';

const sans = localFont({ src: '../foyer/fonts/source-sans.woff2', weight: '400 600', variable: '--source-sans' });
const display = localFont({
  src: '../foyer/fonts/fraunces.woff2',
  weight: '550',
  variable: '--fraunces',
  adjustFontFallback: 'Times New Roman',
});
// For the pages and texts in Nepali.
const devanagari = localFont({
  src: '../foyer/fonts/noto-devanagari.woff2',
  weight: '400 600',
  variable: '--noto-devanagari',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0900-0970, U+200C-200D, U+20A8, U+20B9, U+25CC' }],
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
