/* Charts as SVG, with their numbers in words. */

export { CHART_TYPES, readChart } from './src/chart.ts';
export { drawFigure, isChartFigure, MAX_CHARTS } from './src/chart-figure.ts';
export { mayBeBikramSambat } from './src/chart-labels.ts';
export { drawTable, type TableChart } from './src/table-chart.ts';
