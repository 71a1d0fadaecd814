import type { Site } from '@foyer/model';
import { useMessages, useTextLang } from '../shown-page.ts';
import { useStaticPart } from '../static-part.tsx';
import { MailLink, PhoneLink } from '../ui/contact-links.tsx';
import css from './Footer.module.css';

export function Footer({ site }: { site: Site }) {
  const part = useStaticPart();
  return <footer className={css.footer} {...part('footer', 'site', () => <FooterContent site={site} />)} />;
}

function FooterContent({ site }: { site: Site }) {
  const m = useMessages();
  const langOf = useTextLang();
  const { address, phones, emails, footer, social, copyright, forms } = site;
  const links = [...footer, ...forms.filter(({ place }) => place === 'footer')];
  return (
    <>
      <div className={css.inner}>
        <div>
          <p className={css.name}>{site.name}</p>
          {site.tagline && <p lang={langOf(site.tagline)}>{site.tagline}</p>}
        </div>
        {(address || phones.length > 0 || emails.length > 0) && (
          <address>
            {address && <p lang={langOf(address)}>{address}</p>}
            {phones.map((phone) => (
              <p key={phone}>
                <PhoneLink number={phone} />
              </p>
            ))}
            {emails.map((email) => (
              <p key={email}>
                <MailLink address={email} />
              </p>
            ))}
          </address>
        )}
        <Links label={m.footer} links={links} />
        <Links label={m.socialMedia} links={social.map(({ name, href }) => ({ label: name, href }))} />
      </div>
      {copyright && (
        <p className={css.copyright} lang={langOf(copyright)}>
          {copyright}
        </p>
      )}
    </>
  );
}

function Links({ label, links }: { label: string; links: Site['footer'] }) {
  const langOf = useTextLang();
  if (links.length === 0) return null;
  return (
    <nav aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} lang={langOf(link.label)}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
