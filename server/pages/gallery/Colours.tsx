import { contrastText, SCHEMES, type Scheme } from '@foyer/model';
import { wcagContrast } from 'culori';
import { type Brand, coloursOf } from '../theme-css.ts';
import { contrastPairs } from '../tints.ts';

/** Every text of a page on each of its grounds, with the contrast that was measured. */
export function Colours({ brand }: { brand: Brand }) {
  return SCHEMES.map((scheme) => <SchemeColours key={scheme} brand={brand} scheme={scheme} />);
}

function SchemeColours({ brand, scheme }: { brand: Brand; scheme: Scheme }) {
  return (
    <table>
      <caption>Colours, {scheme}</caption>
      <thead>
        <tr>
          <th scope="col">pair</th>
          <th scope="col">sample</th>
          <th scope="col">contrast</th>
          <th scope="col">needed</th>
        </tr>
      </thead>
      <tbody>
        {contrastPairs(coloursOf(brand, scheme)).map(({ name, ink, ground, needed }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg width="200" height="36" role="img" aria-label={`${ink} on ${ground}`}>
                <rect width="200" height="36" fill={ground} />
                <text x="12" y="23" fill={ink} fontSize="15">
                  {ink} on {ground}
                </text>
              </svg>
            </td>
            <td>{contrastText(wcagContrast(ink, ground))}</td>
            <td>{needed}:1</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
