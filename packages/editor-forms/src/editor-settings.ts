import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseYaml, YamlError } from '@foyer/folder';
import * as z from 'zod';

/* `.cms/config.yml` of a content folder: where the web editor writes to. It belongs to the organisation: no update of Foyer writes it. */

/** Relative to the content folder, whose hidden folders no kind reads. */
export const SETTINGS_FILE = '.cms/config.yml';

/** For a new content folder. */
export const NEW_SETTINGS = `# Where the web editor writes to: /admin/ of the preview. docs/web-editor.md describes it.
# Foyer makes the forms itself, from the kinds of content that it knows.
backend:
  # github, gitlab, or gitea, also for Forgejo.
  name: github
  # The repository, and its branch that the server pulls.
  repo: owner/repository
  branch: main
  # A host of your own: base_url: https://git.example.org, and api_root.

# If this folder is not the repository itself, its place inside:
# folder: content
`;

/** What each git host answers at, unless the settings name another place. */
const API_ROOTS = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com',
  gitea: 'https://gitea.com',
} as const;

const address = z.url({ protocol: /^https?$/ }).optional();

const settings = z.looseObject({
  /** The content folder inside the repository; none: it is the repository. */
  folder: z
    .string()
    .regex(/^\w[\w.-]*(?:\/\w[\w.-]*)*$/)
    .optional(),
  backend: z.looseObject({
    name: z.enum(['github', 'gitlab', 'gitea']),
    repo: z.string().regex(/^[^/\s]+(?:\/[^/\s]+)+$/),
    api_root: address,
    base_url: address,
    graphql_api_root: address,
  }),
});
export type EditorSettings = z.output<typeof settings>;

/** The settings cannot be used. The message says why, in words for the one who wrote them. */
export class EditorSettingsError extends Error {
  override readonly name = 'EditorSettingsError';
}

/** The settings of a content folder; undefined if it has none: then there is no web editor. */
export async function readEditorSettings(contentDir: string): Promise<EditorSettings | undefined> {
  const text = await readFile(join(contentDir, SETTINGS_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseEditorSettings(text);
}

export function parseEditorSettings(text: string): EditorSettings {
  const { data, error } = settings.safeParse(yamlOf(text));
  if (data) return data;
  const lines = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new EditorSettingsError(`${SETTINGS_FILE}: ${lines.join('; ')}`);
}

function yamlOf(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw new EditorSettingsError(`${SETTINGS_FILE}: ${error.message}`);
    throw error;
  }
}

/** The origins of the git host that the editor calls. */
export function editorOrigins({ backend }: EditorSettings): string[] {
  const { name, api_root = API_ROOTS[name], graphql_api_root, base_url } = backend;
  // The sign-in without a server of one's own (PKCE) fetches its token there.
  const urls = [api_root, graphql_api_root, name === 'github' ? undefined : base_url];
  return [...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : [])))];
}
