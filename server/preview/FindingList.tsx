import type { ShownFinding } from './shown-finding.ts';

/** Findings with the place of each; advice is marked. They are in English, as those of npm run content:check. */
export function FindingList({ findings }: { findings: readonly ShownFinding[] }) {
  return (
    <ul>
      {findings.map((finding) => (
        <li key={JSON.stringify(finding)} lang="en">
          <code>{finding.place}</code> {finding.level === 'advice' && 'Advice: '}
          {finding.message}
        </li>
      ))}
    </ul>
  );
}
