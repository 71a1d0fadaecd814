import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { durations, nameOf } from './durations.ts';

/** Begins with the files that take longest: one of them that comes last would run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const durationOf = ({ moduleId }: TestSpecification) => durations[nameOf(moduleId)] ?? 0;
    return [...files].sort((a, b) => groupOf(a) - groupOf(b) || durationOf(b) - durationOf(a));
  }
}
