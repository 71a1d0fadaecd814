import { expect, it } from 'vitest';
import { editorOrigins, NEW_SETTINGS, parseEditorSettings } from '../src/editor-settings.ts';

const originsOf = (backend: string) =>
  editorOrigins(parseEditorSettings(`backend: { repo: himal/website, ${backend} }`));

it('names the origins that the editor calls', () => {
  expect(originsOf('name: github')).toEqual(['https://api.github.com']);
  expect(originsOf('name: gitlab')).toEqual(['https://gitlab.com']);
  expect(originsOf('name: gitea')).toEqual(['https://gitea.com']);
  const own = 'base_url: "https://git.himal.example", api_root: "https://api.himal.example/v4"';
  expect(originsOf(`name: gitlab, ${own}`)).toEqual(['https://api.himal.example', 'https://git.himal.example']);
  // The server of a sign-in to GitHub is a window, never called.
  expect(originsOf(`name: github, base_url: "https://sign-in.himal.example"`)).toEqual(['https://api.github.com']);
});

it('refuses an address that could add to the policy', () => {
  expect(() => originsOf('name: gitea, api_root: "javascript:alert(1)"')).toThrow('.cms/config.yml: backend.api_root');
});

it('begins with settings that are valid, and has what Sveltia CMS knows and Foyer does not', () => {
  expect(parseEditorSettings(NEW_SETTINGS)).toEqual({
    backend: { name: 'github', repo: 'owner/repository', branch: 'main' },
  });
  const text = 'publish_mode: editorial_workflow\nbackend: { name: github, repo: a/b, squash_merges: true }';
  expect(parseEditorSettings(text)).toMatchObject({
    publish_mode: 'editorial_workflow',
    backend: { squash_merges: true },
  });
});
