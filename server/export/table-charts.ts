// First here too: the modules that this script shares with browser-answers.ts are run before either of them.
import './without-eval.ts';

export { drawTable } from '@foyer/charts';
