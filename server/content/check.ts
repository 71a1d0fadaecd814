import { ConfigError, readConfig } from '../config.ts';
import { faultText } from './faults.ts';
import { loadContent } from './store.ts';

/* npm run content:check: every fault of the content folder, a line each; exits with 1 where there is one. */

try {
  const { contentDir, site } = readConfig(process.env);
  const { faults } = await loadContent(contentDir, site.timeZone);
  for (const fault of faults) process.stdout.write(`${contentDir}/${faultText(fault)}\n`);
  process.stdout.write(
    faults.length === 0 ? 'no faults\n' : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Wrong configuration:\n${error.message}\n`);
  process.exitCode = 2;
}
