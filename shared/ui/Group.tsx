import type { ReactNode } from 'react';
import css from './Group.module.css';

interface GroupProps {
  name: string;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

/** A part of a list, with its own heading. */
export function Group({ name, id, children }: GroupProps) {
  return (
    <section id={id} className={css.group}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
