import type { ReactNode } from 'react';
import css from './Group.module.css';

interface GroupProps {
  name: string;
  level?: 'h2' | 'h3';
  children: ReactNode;
}

/** A part of a list, with its own heading. */
export function Group({ name, level: Name = 'h2', children }: GroupProps) {
  return (
    <section className={css.group} data-level={Name}>
      <Name>{name}</Name>
      {children}
    </section>
  );
}
