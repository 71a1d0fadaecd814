import { absolute, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CategoryLink } from '../../ui/CategoryLink.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import type { NoticeData } from './pages.ts';

export { isPast } from '../../time.ts';

export function head({ notice, expired }: NoticeData, { site, origin }: HeadContext): Head {
  const { id, name, summary, description_text, lang = 'en', reference_no, expires_at, updated_at } = notice;
  const published = notice.published_at ?? notice.created_at;
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/notice/${id}`,
    published,
    modified: updated_at,
    index: !expired,
    jsonLd: [
      {
        '@type': 'SpecialAnnouncement',
        name,
        text: description_text ?? summary ?? name,
        datePosted: published,
        expires: expires_at,
        identifier: reference_no,
        url: absolute(`/notice/${id}`, origin),
        publisher: organisation(site, origin),
        inLanguage: lang,
      },
    ],
  };
}

export function Screen({ data: { notice, expired } }: ScreenProps<NoticeData>) {
  const { name, lang, summary, description, files, reference_no, category, expires_at_text } = notice;
  const published = notice.published_at_text ?? notice.created_at_text;
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      above={expired && <Badge quiet>Expired</Badge>}
      before={
        <Facts
          facts={[
            ['Reference', reference_no],
            ['Published', published],
            [expired ? 'Expired' : 'Valid until', expires_at_text],
            ['Category', category && <CategoryLink of={category} />],
          ]}
        />
      }
    >
      {files.length > 0 && (
        <section>
          <h2>{files.length === 1 ? 'Attachment' : 'Attachments'}</h2>
          <Documents files={files} of={name} />
        </section>
      )}
    </ItemText>
  );
}
