import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group-by.ts';
import type { Faq } from '../../kinds/faq.ts';
import { awaitedList, type ListData, listHead } from '../../list-page.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Group } from '../../ui/Group.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { RichText } from '../../ui/RichText.tsx';
import css from './Faq.module.css';

const faqEntry = ({ id, question, answer, category, lang }: Faq) => ({
  id,
  question,
  answer,
  category: category?.name,
  lang,
});
export const selectItems = ({ faqs }: Answer<'faq'>) => faqs.map(faqEntry);

type FaqData = ListData<ReturnType<typeof faqEntry>>;

export function head(data: FaqData, context: HeadContext): Head {
  const faqs = awaitedList(data)?.items ?? [];
  return {
    ...listHead(data, context),
    jsonLd: [
      {
        '@type': 'FAQPage',
        mainEntity: faqs.map(({ question, answer, lang = 'en' }) => ({
          '@type': 'Question',
          name: question,
          inLanguage: lang,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}

export function Screen({ data, page }: ScreenProps<FaqData>) {
  return (
    <ListScreen page={page} data={data} noun={['question', 'questions']}>
      {(faqs) =>
        groupBy(faqs, ({ category = 'Other' }) => category).map(([category, items]) => (
          <Group key={category} name={category}>
            {items.map(({ id, question, answer, lang }) => (
              <details key={id} className={css.question}>
                <summary lang={lang}>{question}</summary>
                {/* The id is inside `details`: a browser opens the element whose content is the target of the address. */}
                <div id={`question-${id}`} className={css.answer}>
                  <RichText html={answer} lang={lang} />
                  <p>
                    <a href={`#question-${id}`} aria-label={`Link to this question: ${question}`}>
                      Link to this question
                    </a>
                  </p>
                </div>
              </details>
            ))}
          </Group>
        ))
      }
    </ListScreen>
  );
}
