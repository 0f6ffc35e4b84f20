import type { ReactNode } from 'react';
import { BellMark } from './bell-mark.js';
import { useTitle } from './screen.js';

/** The frame of a screen before the sign-in. */
export function OutsideFrame({
  title,
  lead,
  children,
  wide = false,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}) {
  useTitle(title);
  return (
    <main className={`mx-auto w-full px-5 pt-[max(3rem,10vh)] pb-16 ${wide ? 'max-w-2xl' : 'max-w-sm'}`}>
      <p className="mb-8 flex items-center gap-2 font-semibold">
        <BellMark size={24} /> Tocsin
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {lead && <p className="mt-1.5 text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </main>
  );
}

/** Error of a whole form. */
export const FormProblem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-md bg-warn-tint px-3 py-2 text-warn">
    {children}
  </p>
);
