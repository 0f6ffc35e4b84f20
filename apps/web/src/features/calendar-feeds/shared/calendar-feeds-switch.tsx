import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useMay } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { whoMay } from '../../../data/session/who-may.js';
import { BarredFields } from '../../../ui/barred-fields.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/screen.js';

/** Whether calendar feeds answer at all. */
export function CalendarFeedsSwitch({ organisation }: { organisation: OrganisationRow }) {
  const may = useMay('organisation.configure');
  const change = useCommand('SwitchCalendarFeeds', 'switch calendar feeds');
  const isOff = organisation.calendarFeedsOff ?? false;
  return (
    <Section title="Calendar feeds">
      <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pt-1">
          {isOff ? (
            <span className="text-warn">Off: feed addresses don’t work.</span>
          ) : (
            <span>On: everyone can subscribe to shifts in their calendar, at their own address.</span>
          )}
          {may && (
            <Button busy={change.isPending} onClick={() => change.mutate({ on: isOff })}>
              {isOff ? 'Switch on' : 'Switch off'}
            </Button>
          )}
        </p>
      </BarredFields>
    </Section>
  );
}
