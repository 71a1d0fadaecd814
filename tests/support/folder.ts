import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Folder {
  dir: string;
  write(files: Record<string, string | Buffer>): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a content folder with these files. */
export async function makeFolder(files: Record<string, string | Buffer>): Promise<Folder> {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-content-'));
  const write = async (more: Record<string, string | Buffer>) => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), content);
    }
  };
  await write(files);
  return { dir, write, remove: () => rm(dir, { recursive: true, force: true }) };
}

export const validFiles = {
  'site.yaml': 'name: Folder Trust\nmenu:\n  - { label: Blogs, href: /blogs }\n',
  'home.yaml':
    'awareness: { name: Aware }\ncommunications: { name: Letter, description: "A **bold** word." }\nvirtue: { name: Virtues }\n',
  'sliders.yaml': '- { id: 1, type: 1, title: First }\n',
  'virtues.yaml': '- { id: 1, name: Honesty }\n',
  'blogs/one.md': '---\nid: 1\nname: One\ncreated_at: 2024-03-05 10:00:00\n---\nText *one*.\n',
  'blogs/two.md': '---\nid: 2\nname: Two\ncreated_at: 2024-03-06\n---\nText two.\n',
  'media/hill.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"/>',
};
