/** The query parameters of a page that may have a calculator. */
export const CALCULATOR_PARAMETERS = ['amount', 'rate', 'months'] as const;
