import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Notice } from '../../kinds/notice.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CategoryLink } from '../../ui/CategoryLink.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';

export { isPast } from '../../time.ts';

interface NoticeData {
  notice: Notice;
  isExpired: boolean;
}

export function head({ notice, isExpired }: NoticeData, { site, origin }: HeadContext): Head {
  const { id, name, summary, description_text, lang = 'en', reference_no, expires_at, updated_at } = notice;
  const published = notice.published_at ?? notice.created_at;
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/notice/${id}`,
    published,
    modified: updated_at,
    index: !isExpired,
    jsonLd: [
      {
        '@type': 'SpecialAnnouncement',
        name,
        text: description_text ?? summary ?? name,
        datePosted: published,
        expires: expires_at,
        identifier: reference_no,
        url: absoluteUrl(`/notice/${id}`, origin),
        publisher: organisation(site, origin),
        inLanguage: lang,
      },
    ],
  };
}

export function Screen({ data: { notice, isExpired } }: ScreenProps<NoticeData>) {
  const { name, lang, summary, description, files, reference_no, category, expires_at_text } = notice;
  const published = notice.published_at_text ?? notice.created_at_text;
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      above={isExpired && <Badge quiet>Expired</Badge>}
      before={
        <DescriptionList
          entries={[
            ['Reference', reference_no],
            ['Published', published],
            [isExpired ? 'Expired' : 'Valid until', expires_at_text],
            ['Category', category && <CategoryLink category={category} />],
          ]}
        />
      }
    >
      {files.length > 0 && (
        <section>
          <h2>{files.length === 1 ? 'Attachment' : 'Attachments'}</h2>
          <Documents files={files} defaultName={name} />
        </section>
      )}
    </ItemText>
  );
}
