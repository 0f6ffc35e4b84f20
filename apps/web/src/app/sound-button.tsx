import { Link } from '@tanstack/react-router';
import { Volume2 } from 'lucide-react';
import { unlockBell } from '../data/bell/bell.js';
import { buttonClass } from '../ui/button.js';

/** Whether this tab has its sound. The first press anywhere turns it on: nothing at its right moves when this changes. */
export const SoundButton = ({ isSilent }: { isSilent: boolean }) =>
  isSilent ? (
    <button
      type="button"
      onClick={() => void unlockBell()}
      className="rounded-md border border-warn-line bg-warn-tint h-7 px-1 text-axis font-medium whitespace-nowrap sm:max-lg:h-auto sm:max-lg:w-9 sm:max-lg:px-0 sm:max-lg:text-axis sm:max-lg:whitespace-normal"
    >
      Turn on sound
    </button>
  ) : (
    <Link to="/me" hash="sound" aria-label="Sound is on" title="Sound is on" className={`${buttonClass('quiet', 'small')} w-7 !px-0`}>
      <Volume2 aria-hidden size={16} strokeWidth={1.5} />
    </Link>
  );
