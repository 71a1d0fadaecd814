import type { Member } from '../../schema/member.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { PLACES } from '../../ui/places.ts';
import { Mail, Phone } from '../../ui/Reach.tsx';
import { RichText } from '../../ui/RichText.tsx';
import css from './MemberCard.module.css';

/** What a member's card shows, and nothing else: a page carries it twice, as markup and as data. */
export const shown = ({
  id,
  name,
  lang,
  designation,
  description,
  files,
  qualifications,
  represents,
  appointed_at_text,
  phone,
  email,
}: Member) => ({
  id,
  name,
  lang,
  designation,
  description,
  files,
  qualifications,
  represents,
  appointed_at_text,
  phone,
  email,
});
export type ShownMember = ReturnType<typeof shown>;

/** A person of the organisation: portrait, name, designation, and what else is known of them. */
export function MemberCard({ member, heading: Name = 'h2' }: { member: ShownMember; heading?: 'h2' | 'h3' }) {
  const { name, designation, lang, description, files, phone, email } = member;
  return (
    <article className={css.member} lang={lang}>
      {files[0] ? <LazyImage file={files[0]} place={PLACES.portrait} /> : <Initials of={name} />}
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
