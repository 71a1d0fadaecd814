import { expect, it } from 'vitest';
import { romanised } from '../src/romanised.ts';

it.each([
  ['बैठक', 'baithak'],
  ['सूचना', 'suchanaa'],
  ['वार्षिक प्रतिवेदन २०८२/८३', 'waarshik-pratiwedan-2082-83'],
  ['पत्र', 'patra'],
  ['म', 'ma'],
  ['Notice: लाभांश', 'notice-laabhaansh'],
  ['  —  ', ''],
])('%s is %s', (text, latin) => {
  expect(romanised(text)).toBe(latin);
});
