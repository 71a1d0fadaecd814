import { absoluteUrl } from '../json-ld.ts';
import { useHref, useMessages, useRoot } from '../shown-page.ts';
import css from './ShareLinks.module.css';

/** Where a page can be shared: an address takes the page's address and title, already encoded. */
const NETWORKS: Record<string, (url: string, title: string) => string> = {
  Facebook: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  WhatsApp: (url, title) => `https://wa.me/?text=${title}%20${url}`,
  Viber: (url, title) => `viber://forward?text=${title}%20${url}`,
  X: (url, title) => `https://x.com/intent/post?url=${url}&text=${title}`,
};

/** Plain links that share a page: nothing is loaded from other sites. @param path in the default edition */
export function ShareLinks({ path, title }: { path: string; title: string }) {
  const m = useMessages();
  const { origin } = useRoot();
  const url = encodeURIComponent(absoluteUrl(useHref()(path), origin));
  const text = encodeURIComponent(title);
  const links = Object.entries(NETWORKS).map(([name, address]) => ({ name, href: address(url, text) }));
  return (
    <div className={css.share}>
      <span id="share">{m.shareThis}</span>
      <ul className={css.links} aria-labelledby="share">
        {[...links, { name: m.mail, href: `mailto:?subject=${text}&body=${url}` }].map(({ name, href }) => (
          <li key={name}>
            <a href={href} rel="noopener nofollow">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
