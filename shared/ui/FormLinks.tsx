import type { Site } from '@foyer/model';
import { useMessages, useRoot, useTextLang } from '../shown-page.ts';

/** Forms elsewhere: nothing is sent to this site. */
export function FormLinks({ place }: { place: Site['forms'][number]['place'] }) {
  const m = useMessages();
  const langOf = useTextLang();
  const { site } = useRoot();
  const forms = site.forms.filter((form) => form.place === place);
  if (forms.length === 0) return null;
  return (
    <section>
      <h2>{m.onlineForms}</h2>
      <ul>
        {forms.map(({ label, href }) => (
          <li key={href}>
            <a href={href} lang={langOf(label)} rel={/^https?:/.test(href) ? 'external noopener' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
