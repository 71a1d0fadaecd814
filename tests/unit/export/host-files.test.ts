import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { hostFiles } from '../../../server/export/host-files.ts';
import type { ExportedRedirect } from '../../../server/export/redirects.ts';

const POLICY = `default-src 'none'; style-src 'sha256-abc='`;

type Given = Pick<ExportedRedirect, 'from' | 'to'> & Partial<ExportedRedirect>;

const filesOf = (redirects: Given[], layout: 'files' | 'folders' = 'files') =>
  hostFiles({
    config: readConfig({ SITE_URL: 'https://www.himal.example', LOCALES: 'en,ne' }),
    policy: POLICY,
    redirects: redirects.map((redirect) => ({ isPrefix: false, query: '', ...redirect })),
    layout,
    mediaExtensions: ['jpg', 'SVG', 'html', 'js', 'pdf', 'MP3', 'mp3', 'docx', 'unknown'],
  });
const nginx = (...args: Parameters<typeof filesOf>) => filesOf(...args)['.foyer/nginx.conf'] ?? '';
const redirectsOf = (...redirects: Given[]) => filesOf(redirects)._redirects;

describe('_redirects', () => {
  it('has a line for each, and 410 for what is gone', () => {
    expect(redirectsOf({ from: '/old', to: '/new' }, { from: '/gone' })).toBe('/old /new 301\n/gone /404.html 410\n');
  });

  it('has no placeholders: an address stands for itself', () => {
    expect(redirectsOf({ from: '/*', to: '/:splat' })).toBe('/%2A /%3Asplat 301\n');
    expect(redirectsOf({ from: '/a/:id', to: 'https://elsewhere.example:8080/:id' })).toBe(
      '/a/%3Aid https://elsewhere.example:8080/%3Aid 301\n',
    );
  });
});

it('prefixes and queries are in both files', () => {
  const redirects = [
    { from: '/old', to: '/new/*', isPrefix: true },
    { from: '/ne/gone', isPrefix: true },
    { from: '/page.php', to: '/five', query: 'id=5&x=y' },
  ];
  expect(redirectsOf(...redirects)).toBe(
    '/old/* /new/:splat 301\n/ne/gone/* /404.html 410\n/page.php id=5 x=y /five 301\n',
  );
  const text = nginx(redirects);
  expect(text).toMatch(/location \^~ "\/old\/" \{[^}]*\}[^}]*\}[^}]*try_files \$uri \$uri\.html @moved0;/);
  expect(text).toContain('location @moved0 { rewrite "^/old(/.*)?$" "/new$1" permanent; }\n');
  expect(text).toContain('location @moved1 { return 410; }\n');
  expect(text).toContain('if ($request_uri = "/page.php?id=5&x=y") { return 301 "/five"; }\n');
});

describe('_headers', () => {
  it('has the headers of the server with the policy, and what never changes', () => {
    const { _headers: text = '' } = filesOf([]);
    expect(text).toMatch(/^\/\*\n(?: {2}[\w-]+: .+\n)+\/assets\/\*\n {2}Cache-Control: .+immutable\n\/media\/@\*\n/);
    expect(text).toContain(`  content-security-policy: ${POLICY}\n`);
    expect(text).toContain('  strict-transport-security: max-age=31536000');
    // More characters than these in a line are ignored by Cloudflare Pages.
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(2_000);
  });
});

describe('files of media/ run no script', () => {
  const SANDBOX = /content-security-policy:? "?default-src 'none'; style-src 'unsafe-inline'; sandbox/i;
  it.each([
    ['jpg', 'inline', true],
    ['SVG', 'inline', true],
    ['html', 'attachment', true],
    ['js', 'attachment', true],
    ['pdf', 'inline', false],
  ])('%s is %s', (extension, disposition, isSandboxed) => {
    const rule =
      filesOf([])
        ._headers?.split(/^(?=\/)/m)
        .find((text) => text.startsWith(`/media/*.${extension}\n`)) ?? '';
    expect(rule).toContain(`Content-Disposition: ${disposition}\n`);
    expect(SANDBOX.test(rule)).toBe(isSandboxed);
    expect(rule.includes('Content-Type: application/octet-stream')).toBe(extension === 'js');
    const location =
      nginx([])
        .split(/^(?=location )/m)
        .find((text) => new RegExp(`^location ~\\* .*\\b${extension}\\b`).test(text)) ?? '';
    expect(location).toContain(`add_header Content-Disposition "${disposition}" always;`);
    expect(location).toContain('add_header x-content-type-options "nosniff" always;');
    expect(location.match(/content-security-policy/gi)?.length ?? 0).toBe(isSandboxed ? 1 : 0);
    expect(SANDBOX.test(location)).toBe(isSandboxed);
    expect(location.includes('types { }')).toBe(extension === 'js');
  });
});

describe('the configuration of nginx', () => {
  const directivesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('location = "'));

  it.each([
    ['/a%22;return%20200%20%22', 'location = "/a\\";return 200 \\"" { return 301 "/b"; }'],
    ['/a$uri', 'location = "/a$uri" { return 301 "/b"; }'],
    ['/a%7B%7D;', 'location = "/a{};" { return 301 "/b"; }'],
    ['/a%5C', 'location = "/a\\\\" { return 301 "/b"; }'],
    ['/%E0%A4%95%20%25', 'location = "/क %" { return 301 "/b"; }'],
  ])('quotes %s', (from, line) => {
    expect(directivesOf(nginx([{ from, to: '/b' }]))).toEqual([line]);
  });

  it('has no variables, quotes or backslashes in a target', () => {
    const [line] = directivesOf(nginx([{ from: '/a', to: '/b?c=$host";}\\' }]));
    expect(line).toBe('location = "/a" { return 301 "/b?c=%24host\\";}\\\\"; }');
  });

  it('has the type of each extension once, of calendars and of what is in media/', () => {
    const [, types = ''] = /^types \{\n([^}]*)\}$/m.exec(nginx([])) ?? [];
    const byExtension = types.split('\n').flatMap((line) => {
      const [type, ...extensions] = line.trim().replace(';', '').split(' ');
      return extensions.map((extension) => [extension, type]);
    });
    const all = Object.fromEntries(byExtension);
    expect(Object.keys(all)).toHaveLength(byExtension.length);
    expect(all).toMatchObject({
      ics: 'text/calendar',
      mp3: 'audio/mpeg',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      svg: 'image/svg+xml',
    });
    expect(all).not.toHaveProperty('unknown');
  });

  it('finds the file of a page in each layout, and the page of a 404 in each edition', () => {
    expect(nginx([])).toContain('try_files $uri $uri.html =404;');
    expect(nginx([], 'folders')).toContain('try_files $uri $uri/index.html =404;');
    expect(nginx([])).toMatch(/location \/ne\/ \{\n {2}error_page 404 410 \/ne\/404\.html;/);
  });
});
