/** Ends the process if there is any fault, with all of them. @param {Record<string, string[]>} faults by check */
export function failOn(faults) {
  const lines = Object.entries(faults).flatMap(([check, list]) => list.map((fault) => `${check}: ${fault}\n`));
  if (lines.length === 0) return;
  process.stderr.write(lines.join(''));
  process.exit(1);
}

/** @type {Set<string>} */
const said = new Set();

/** Says once what the owner should know; the build goes on. @param {string} line */
export function warn(line) {
  if (said.size < said.add(line).size) process.stderr.write(`${line}\n`);
}
