import { type ReactNode, useId } from 'react';
import css from './Group.module.css';

/** A part of a list, under its own heading. */
export function Group({
  name,
  level: Name = 'h2',
  children,
}: {
  name: string;
  level?: 'h2' | 'h3';
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.group} data-level={Name} aria-labelledby={id}>
      <Name id={id}>{name}</Name>
      {children}
    </section>
  );
}
