import type { Messages } from '@foyer/messages';
import type { Calculator, Parameters } from '@foyer/model';
import { LIST_STATUS_ID } from '../../document/element-ids.ts';
import { useLocation, useMessages } from '../../shown-page.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Table } from '../../ui/Table.tsx';
import css from './CalculatorCard.module.css';
import { calculate, FIELDS, type Field, type Input, readInput, wholeAmount } from './calculate.ts';

const ID = 'calculator';

interface CalculatorCardProps {
  calculator: Calculator;
  /** What the address says. */
  query: Parameters;
}

/** A form by GET, whose answer is computed where the page is rendered: it works without scripts. */
export function CalculatorCard({ calculator, query }: CalculatorCardProps) {
  const m = useMessages();
  const { pathname } = useLocation();
  const { texts, wrong, input } = readInput(calculator, query);
  const labels = labelsOf(calculator, m);
  const { rates } = calculator;
  const isAnswered = input !== undefined && wrong.length === 0;
  return (
    <section id={ID} className={css.calculator} aria-labelledby={`${ID}-title`}>
      <h2 id={`${ID}-title`}>{labels.title}</h2>
      <search>
        {/* With the key the fields show what the address says. */}
        <form key={FIELDS.map((field) => query[field]).join()} action={`${pathname}#${ID}`}>
          {FIELDS.map((field) => (
            <label key={field} htmlFor={`${ID}-${field}`} className={css.field}>
              {labels[field]}
              {field === 'rate' && rates.length > 0 ? (
                <select id={`${ID}-rate`} name="rate" defaultValue={texts.rate}>
                  {rates.map(({ name, rate }) => (
                    <option key={name} value={rate}>{`${name} (${m.percent({ percent: rate })})`}</option>
                  ))}
                </select>
              ) : (
                <input
                  id={`${ID}-${field}`}
                  name={field}
                  inputMode="decimal"
                  maxLength={20}
                  required
                  defaultValue={texts[field]}
                  aria-invalid={wrong.includes(field) || undefined}
                  aria-describedby={wrong.includes(field) ? `${field}-fault` : undefined}
                />
              )}
              {wrong.includes(field) && (
                <span id={`${field}-fault`} className={css.fault}>
                  {faultOf(field, m)}
                </span>
              )}
            </label>
          ))}
          <button className="button" type="submit">
            {m.calculate}
          </button>
        </form>
      </search>
      <div id={LIST_STATUS_ID}>
        {isAnswered && <Answer calculator={calculator} input={input} />}
        {wrong.length > 0 && <p className="visually-hidden">{wrong.map((field) => faultOf(field, m)).join(' ')}</p>}
      </div>
      {isAnswered && <Years calculator={calculator} input={input} />}
    </section>
  );
}

const faultOf = (field: Field, m: Messages) =>
  ({ amount: m.amountFault, rate: m.rateFault, months: m.monthsFault })[field];

function labelsOf({ type }: Calculator, m: Messages) {
  const texts = {
    emi: { title: m.emiTitle, amount: m.loanAmount, rate: m.yearlyInterest, main: m.instalment },
    sip: { title: m.sipTitle, amount: m.monthlyAmount, rate: m.assumedReturn, main: m.valueAtEnd },
    interest: { title: m.depositTitle, amount: m.depositAmount, rate: m.yearlyInterest, main: m.valueAtEnd },
  }[type];
  return { ...texts, months: m.months };
}

interface AnswerProps {
  calculator: Calculator;
  input: Input;
}

/** What is announced once it is there. */
function Answer({ calculator, input }: AnswerProps) {
  const m = useMessages();
  const { type, tax } = calculator;
  const result = calculate(calculator, input);
  const rupees = (value: number) => m.rupees({ amount: wholeAmount(value) });
  const words = { emi: m.emiWords, sip: m.sipWords, interest: m.depositWords }[type];
  return (
    <>
      <p className={css.main}>
        {labelsOf(calculator, m).main}
        <strong>{rupees(result.main)}</strong>
      </p>
      <DescriptionList
        entries={[
          [type === 'emi' ? m.paidBack : m.paidIn, rupees(result.paid)],
          [type === 'sip' ? m.gain : m.interest, rupees(result.interest)],
          [
            m.taxOnInterest,
            type === 'interest' && tax ? `${rupees(result.tax)} (${m.percent({ percent: tax })})` : undefined,
          ],
        ]}
      />
      <p className={css.words}>{words}</p>
    </>
  );
}

/** A row for each year: too much to be announced. */
function Years({ calculator, input }: AnswerProps) {
  const m = useMessages();
  const { type } = calculator;
  const { years } = calculate(calculator, input);
  const whole = (value: number) => m.number({ number: wholeAmount(value) });
  if (years.length < 2) return null;
  return (
    <Table
      name={labelsOf(calculator, m).title}
      columns={[
        m.year,
        type === 'emi' ? m.paidBack : m.paidIn,
        type === 'sip' ? m.gain : m.interest,
        type === 'emi' ? m.leftOfLoan : m.value,
      ]}
      numericColumns={[1, 2, 3]}
      rows={years.map(({ year, paid, interest, balance }) => [
        m.number({ number: year }),
        whole(paid),
        whole(interest),
        whole(balance),
      ])}
    />
  );
}
