import { describe, expect, it } from 'vitest';
import { releaseNote } from '../../../scripts/release-note.mjs';

const CHANGELOG = `# Changelog

## [0.2.0] - 2026-12-01

### Added

- Tables.

## [0.1.0] - 2026-11-01

- The first.
`;

describe('the note of a release', () => {
  it('is what the changelog says of the version, and no other', () => {
    const note = releaseNote('v0.2.0', { version: '0.2.0', changelog: CHANGELOG });
    expect(note).toMatch(/^### Added\n\n- Tables\.\n\nWhat to do before you upgrade: /);
    expect(note).not.toContain('The first');
  });

  it.each([
    ['v0.2.1', '0.2.0', CHANGELOG, 'is not the version of package.json, 0.2.0'],
    ['0.2.0', '0.2.0', CHANGELOG, 'is not the version of package.json'],
    ['v0.3.0', '0.3.0', CHANGELOG, 'has no section 0.3.0'],
    ['v0.2.0', '0.2.0', CHANGELOG.replace('2026-12-01', 'Unreleased'), 'has no date of release'],
    ['v0.3.0', '0.3.0', '## [0.3.0] - 2026-12-02\n\n## [0.2.0] - 2026-12-01\n- Tables.', 'says nothing of 0.3.0'],
  ])('fails for %s of %s', (tag, version, changelog, reason) => {
    expect(() => releaseNote(tag, { version, changelog })).toThrow(reason);
  });
});
