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

export async function generateMetadata() {
  const { site } = await loadRoot();
  return { icons: site.favicon?.location };
}

export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" className={`${sans.variable} ${display.variable}`}>
      <body>{children}</body>
    </html>
  );
}
