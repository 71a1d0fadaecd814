import { type Album, largeAddress } from '@foyer/model';
import { absoluteUrl } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages, useTextLang } from '../../shown-page.ts';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LanguageNotice } from '../../ui/LanguageMark.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { ShareLinks } from '../../ui/ShareLinks.tsx';
import css from './Album.module.css';
import { pictureId, Viewer } from './Viewer.tsx';

interface AlbumData {
  album: Album;
}

export function head({ album }: AlbumData, { origin, canonicalUrl }: HeadContext): Head {
  const { id, name, summary, description_text, files, created_at, updated_at } = album;
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/album/${id}`,
    picture: files[0],
    published: album.published_at ?? created_at,
    modified: updated_at,
    jsonLd: [
      {
        '@type': 'ImageGallery',
        name,
        description: summary ?? description_text,
        url: canonicalUrl(`/album/${id}`),
        datePublished: album.published_at ?? created_at,
        image: files.map((file) => ({
          '@type': 'ImageObject',
          contentUrl: absoluteUrl(largeAddress(file), origin),
          caption: file.caption ?? (file.alt || undefined),
          width: file.width,
          height: file.height,
        })),
      },
    ],
  };
}

/** Each picture is a link to its file. With scripts, a click opens it in the viewer instead. */
export function Screen({ data: { album } }: ScreenProps<AlbumData>) {
  const m = useMessages();
  const langOf = useTextLang();
  const { name, lang, summary, description, files, place } = album;
  return (
    <section>
      <h1 lang={lang}>{name}</h1>
      <LanguageNotice lang={lang} />
      <p className={css.about}>
        <DateText date={dateOf(album, 'event_date')} />
        {place && <span lang={langOf(place, lang)}>{place}</span>}
      </p>
      {summary && (
        <p className={css.summary} lang={lang}>
          {summary}
        </p>
      )}
      {description && (
        <div className={css.text}>
          <RichText html={description} lang={lang} />
        </div>
      )}
      <ul className={css.pictures}>
        {files.map((file, index) => (
          <li key={file.location} id={pictureId(index)}>
            <figure>
              {/* Its name is no aria-label: the alternative text may be in another language than the words before it. Without scripts Chromium
                  names it by these words alone, and the picture by its text. */}
              <a href={largeAddress(file)} data-picture={index} data-scripted>
                <span className="visually-hidden">{`${m.openPicture({ index: index + 1 })}: `}</span>
                <LazyImage file={file} sizes={IMAGE_SIZES.card} isFirst={index === 0} />
              </a>
              {file.caption && <figcaption lang={langOf(file.caption, lang)}>{file.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      <ShareLinks path={`/album/${album.id}`} title={name} />
      <Viewer files={files} lang={lang} />
    </section>
  );
}
