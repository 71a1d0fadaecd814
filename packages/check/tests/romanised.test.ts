import { expect, it } from 'vitest';
import { romanised } from '../src/romanised.ts';

it.each([
  ['बैठक', 'baithak'],
  ['सूचना', 'suchana'],
  ['वार्षिक प्रतिवेदन २०८२/८३', 'varshik-prativedan-2082-83'],
  ['पत्र', 'patra'],
  ['म', 'ma'],
  ['Notice: लाभांश', 'notice-labhansh'],
  ['  —  ', ''],
])('%s is %s', (text, latin) => {
  expect(romanised(text)).toBe(latin);
});
