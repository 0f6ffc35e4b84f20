import { useState, type ReactNode } from 'react';
import { Button } from './button.js';

/** Filters above a list, which a phone shows when asked. `count`: how many narrow the list. */
export function PhoneFilters({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filter{count > 0 && ` (${count})`}
      </Button>
      <div className={`contents ${isOpen ? '' : 'max-sm:hidden'}`}>{children}</div>
    </>
  );
}
