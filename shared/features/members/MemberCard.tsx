import type { Member } from '@foyer/model';
import { useMessages } from '../../shown-page.ts';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { RichText } from '../../ui/RichText.tsx';
import css from './MemberCard.module.css';

/** Selects the fields of a member that the card shows. A page contains them twice, as markup and as hydration data. */
export const memberCard = ({
  id,
  name,
  lang,
  designation,
  description,
  files,
  qualifications,
  represents,
  phone,
  email,
  ...member
}: Member) => ({
  id,
  name,
  lang,
  designation,
  description,
  files,
  qualifications,
  represents,
  appointed: dateOf(member, 'appointed_at'),
  phone,
  email,
});
export type MemberCardData = ReturnType<typeof memberCard>;

interface MemberCardsProps {
  members: MemberCardData[];
  /** `h2`: the first portrait is the page's first picture. */
  heading: 'h2' | 'h3';
}

/** Members of the organisation beside each other. Where one has a portrait, initials stand for those that are missing. */
export function MemberCards({ members, heading }: MemberCardsProps) {
  const hasPortraits = members.some(({ files }) => files.length > 0);
  return (
    <div className={css.members}>
      {members.map((member, index) => (
        <article className={css.member} id={`member-${member.id}`} key={member.id}>
          {hasPortraits && <Portrait member={member} isFirst={heading === 'h2' && index === 0} />}
          <MemberText member={member} heading={heading} />
        </article>
      ))}
    </div>
  );
}

const Portrait = ({ member: { files, name }, isFirst }: { member: MemberCardData; isFirst: boolean }) =>
  files[0] ? <LazyImage file={files[0]} sizes={IMAGE_SIZES.portrait} isFirst={isFirst} /> : <Initials name={name} />;

/** Name, designation and other facts of a member. */
function MemberText({ member, heading: Name }: { member: MemberCardData; heading: 'h2' | 'h3' }) {
  const { name, designation, lang, description, phone, email, appointed } = member;
  const m = useMessages();
  const inItsLanguage = (text: string | undefined) => text && <span lang={lang}>{text}</span>;
  return (
    <div>
      <Name lang={lang}>{name}</Name>
      {designation && (
        <p className={css.designation} lang={lang}>
          {designation}
        </p>
      )}
      {description && <RichText html={description} lang={lang} />}
      <DescriptionList
        entries={[
          [m.qualifications, inItsLanguage(member.qualifications)],
          [m.represents, inItsLanguage(member.represents)],
          [m.appointed, appointed && <DateText date={appointed} />],
          [m.telephone, phone && <PhoneLink number={phone} />],
          [m.mail, email && <MailLink address={email} />],
        ]}
      />
    </div>
  );
}

/** Replaces a missing portrait. */
function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/);
  return (
    <span className={css.initials} aria-hidden="true">
      {[words[0], words.at(-1)].map((word) => word?.slice(0, 1)).join('')}
    </span>
  );
}
