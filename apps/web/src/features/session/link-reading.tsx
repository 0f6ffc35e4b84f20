import { Link } from '@tanstack/react-router';
import { ApiError, isUnreachable, wordsOf } from '../../data/cache/api.js';
import { buttonClass } from '../../ui/button.js';
import { OutsideFrame } from '../../ui/outside-frame.js';
import { WhenRead, type Reading } from '../../ui/when-read.js';

const isOut = (error: unknown): boolean => isUnreachable(error) || (error instanceof ApiError && error.problem?.status === 503);

/** State of a link before input: loading, failed with a retry, or expired. `title`: of the screen behind it. */
export function LinkReading({ of: reading, title }: { of: Reading; title: string }) {
  const { error } = reading;
  if (error && !isOut(error)) {
    const { says, todo } = wordsOf(error);
    return <LinkEnd title="This link has expired" lead={`${says} ${todo}`} />;
  }
  return (
    <OutsideFrame title={title}>
      <WhenRead of={[reading]} what="This link" lines={3} />
    </OutsideFrame>
  );
}

/** Nothing more to do here. */
export const LinkEnd = ({ title, lead }: { title: string; lead: string }) => (
  <OutsideFrame title={title} lead={lead}>
    <Link to="/sign-in" className={`${buttonClass('act', 'tall')} w-full`}>
      Go to sign-in
    </Link>
  </OutsideFrame>
);
