import { type Answer, type Faq, groupBy } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import { awaitedList, type ListData } from '../../list-page.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
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
      // Google shows it for public bodies alone; other search engines and assistants read it of all.
      {
        '@type': 'FAQPage',
        mainEntity: faqs.map(({ question, answer, lang = context.locale }) => ({
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
  const m = useMessages();
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.questionCount, range: m.questionRange, none: m.noQuestions, noMatch: m.noQuestionMatch }}
    >
      {(faqs) =>
        groupBy(faqs, ({ category = m.other }) => category).map(([category, items]) => (
          <Group key={category} name={category}>
            {items.map(({ id, question, answer, lang }) => (
              <details key={id} className={css.question}>
                <summary lang={lang}>{question}</summary>
                {/* The id is inside `details`: a browser opens the element whose content is the target of the address. */}
                <div id={`question-${id}`} className={css.answer}>
                  <RichText html={answer} lang={lang} />
                  <p>
                    <a href={`#question-${id}`} aria-label={m.linkToQuestionNamed({ question })}>
                      {m.linkToQuestion}
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
