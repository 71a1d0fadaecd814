import { readFile } from 'node:fs/promises';
import { type Config, ConfigError, type Mapping } from '@foyer/config';
import { mappingSchema } from '@foyer/gateway';
import { issuesOf } from '@foyer/model';
import { type Fault, faultText } from './faults.ts';
import { parseYaml, YamlError } from './parse-yaml.ts';
import { positionAt } from './text-position.ts';
import { createYamlLocator } from './yaml-positions.ts';

/** Reads the file that FRONTAPI_MAPPING names. Rejects with a ConfigError: a line for each fault, with line and column. */
export async function withMapping<Read extends Config>(config: Read): Promise<Read> {
  const { upstream } = config;
  if (upstream?.mappingFile === undefined) return config;
  const file = upstream.mappingFile;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`FRONTAPI_MAPPING=${file}: ${error instanceof Error ? error.message : error}`);
  });
  const { mapping, faults } = readMapping(text, file);
  if (faults.length > 0) throw new ConfigError(faults.map(faultText).join('\n'));
  return { ...config, upstream: { ...upstream, mapping } };
}

/** Parses and checks the text of a mapping.yaml. @param file for the faults */
export function readMapping(text: string, file: string): { mapping?: Mapping; faults: Fault[] } {
  const normalised = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const faultOf = (offset: number, message: string): Fault => ({ file, ...positionAt(normalised, offset), message });
  try {
    const result = mappingSchema().safeParse(parseYaml(normalised) ?? {});
    if (result.success) return { mapping: result.data, faults: [] };
    const offsetOf = createYamlLocator(normalised);
    return {
      faults: issuesOf(result.error).map(({ path, message }) =>
        faultOf(offsetOf(path), [path.join('.'), message].filter(Boolean).join(': ')),
      ),
    };
  } catch (error) {
    if (error instanceof YamlError) return { faults: [faultOf(error.offset, error.message)] };
    throw error;
  }
}
