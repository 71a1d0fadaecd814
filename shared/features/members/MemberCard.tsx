import type { Member } from '../../contract/member.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { Mail, Phone } from '../../ui/Reach.tsx';
import { RichText } from '../../ui/RichText.tsx';
import css from './MemberCard.module.css';

/** A person of the organisation: portrait, name, designation, and what else is known of them. */
export function MemberCard({ member, heading: Name = 'h2' }: { member: Member; heading?: 'h2' | 'h3' }) {
  const { name, designation, lang, description, files, phone, email } = member;
  return (
    <article className={css.member} lang={lang}>
      {files[0] ? <LazyImage file={files[0]} sizes="12rem" /> : <Initials of={name} />}
      <div>
        <Name>{name}</Name>
        <p className={css.designation}>{designation}</p>
        {description && <RichText html={description} />}
        <Facts
          facts={[
            ['Qualifications', member.qualifications],
            ['Represents', member.represents],
            ['Appointed', member.appointed_at_text],
            ['Telephone', phone && <Phone number={phone} />],
            ['Mail', email && <Mail address={email} />],
          ]}
        />
      </div>
    </article>
  );
}

/** In a portrait's place. */
function Initials({ of }: { of: string }) {
  const words = of.split(/\s+/);
  return (
    <span className={css.initials} aria-hidden="true">
      {[words[0], words.at(-1)].map((word) => word?.slice(0, 1)).join('')}
    </span>
  );
}
