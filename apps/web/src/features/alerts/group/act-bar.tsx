import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { ArrowLeftRight, Check, ChevronDown, Moon, UserRoundPlus, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMayAct } from '../shared/may-act.js';
import { useNames } from '../../../data/words/names.js';
import { useAsOf } from '../../../data/time/as-of.js';
import { useMe } from '../../../data/session/session.js';
import { whoMay } from '../../../data/session/who-may.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Key } from '../../../ui/key.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { LazyMenu } from '../../../ui/lazy-menu.js';
import { DialogBoundary } from '../../../ui/part-boundary.js';
import { useIsNarrow } from '../../../ui/use-media.js';
import { useKeyboard } from '../../../ui/use-keyboard.js';
import { actWords, mainAct, otherActs, shownActs, type Act } from './acts.js';
import { AddResponderDialog } from './add-responder-dialog.js';
import { NoiseDialog } from './noise-dialog.js';
import { ReassignDialog } from './reassign-dialog.js';
import { ResolveDialog } from './resolve-dialog.js';
import { SnoozeDialog } from './snooze-dialog.js';
import { useGroupActs, type InDialog } from './use-group-acts.js';

const SilenceGroupDialog = lazyPart(() => import('../../silences/shared/silence-group-dialog.js'), 'SilenceGroupDialog');

/** Whether resolving it asks first. */
const stillFires = ({ firing, ending, test }: AlertGroupRow): boolean => firing > 0 && !ending?.all && !test;

const ViewOnly = () => (
  <p className="mt-4 text-muted">
    {useAsOf() === null
      ? `View only: ${whoMay('alert_group.act')} and the people who are paged can act on it.`
      : 'This is the past. Go back to now to act on it.'}
  </p>
);

interface ActBarProps {
  row: AlertGroupRow;
  /** Beside a list, which has the keys. */
  isShort?: boolean;
  children?: ReactNode;
}

/** The main action, what is wanted most beside it, the rest in a menu. `children`: links at the end, where there is room. */
export function ActBar({ row, isShort = false, children }: ActBarProps) {
  const { personId: me } = useMe();
  const names = useNames();
  const may = useMayAct()(row);
  const holderName = names.person(row.holder?.kind === 'person' ? row.holder.personId : null);
  const { run, onSnoozed, onMarked, isBusy, undo } = useGroupActs(row);
  const [open, setOpen] = useState<InDialog | 'resolve' | null>(null);

  const main = mainAct(row, me);
  const choose = (act: Act) => {
    if (act === 'page' || act === 'snooze' || act === 'reassign' || act === 'noise' || act === 'silence') setOpen(act);
    else if (act === 'resolve' && stillFires(row)) setOpen('resolve');
    else run(act);
  };
  const possible = may && !isShort ? [main, ...otherActs(row, me)] : [];
  useKeyboard([
    ...possible.flatMap((act) => {
      const { key, label } = actWords[act];
      return key ? [{ key, says: `${label.replace('…', '').toLowerCase()} (#${row.number})`, run: () => choose(act) }] : [];
    }),
    !isShort && undo !== null && { key: 'u', says: 'undo', run: undo.run },
  ]);

  if (!may) return <ViewOnly />;
  return (
    <div className="max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(60px+env(safe-area-inset-bottom))] max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:p-3 sm:mt-4">
      {undo && (
        <output className="mb-2.5 flex items-center gap-3">
          <span>{undo.says}</span>
          <Button kind="plain" className="max-sm:!h-11" onClick={undo.run}>
            Undo <Key>u</Key>
          </Button>
        </output>
      )}
      <div className="flex flex-wrap gap-2 max-sm:flex-nowrap">
        <Button
          kind={main === 'reopen' ? 'plain' : 'act'}
          size={isShort ? 'medium' : 'tall'}
          busy={isBusy}
          className="max-sm:!h-[64px] max-sm:flex-1 max-sm:text-lg"
          onClick={() => choose(main)}
        >
          {main === 'join' ? `Join ${holderName}` : actWords[main].label}
          <KeyOf act={main} />
        </Button>
        <OtherActs {...shownActs(row, me)} isShort={isShort} isBusy={isBusy} onChoose={choose} />
        {children}
      </div>
      {open && <ActDialog of={open} {...{ row, onSnoozed, onMarked }} onClose={() => setOpen(null)} onResolve={() => run('resolve')} />}
    </div>
  );
}

const icons: Partial<Record<Act, LucideIcon>> = { resolve: Check, snooze: Moon, reassign: ArrowLeftRight, page: UserRoundPlus };

function ActIcon({ act }: { act: Act }) {
  const Icon = icons[act];
  return Icon && <Icon aria-hidden size={16} strokeWidth={1.5} />;
}

const KeyOf = ({ act }: { act: Act }) => actWords[act].key && <Key>{actWords[act].key}</Key>;

interface OtherActsProps extends ReturnType<typeof shownActs> {
  isShort: boolean;
  isBusy: boolean;
  onChoose: (act: Act) => void;
}

/** Buttons where there is room, and the menu of the rest. */
function OtherActs({ buttons, rest, isShort, isBusy, onChoose }: OtherActsProps) {
  const isNarrow = useIsNarrow();
  const inSight = isNarrow ? [] : buttons.slice(0, isShort ? 1 : buttons.length);
  const inMenu = [...buttons.filter((act) => !inSight.includes(act)), ...rest];
  const size = isShort ? 'medium' : 'tall';
  return (
    <>
      {inSight.map((act) => (
        <Button key={act} size={size} busy={isBusy} onClick={() => onChoose(act)}>
          <ActIcon act={act} />
          {actWords[act].label}
          {!isShort && <KeyOf act={act} />}
        </Button>
      ))}
      {inMenu.length > 0 && (
        <LazyMenu
          label="More actions"
          className={`${buttonClass('plain', size)} max-sm:!h-[64px]`}
          choices={inMenu.map((act) => ({ id: act, ...actWords[act] }))}
          onChoose={(act) => onChoose(act as Act)}
        >
          More
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
        </LazyMenu>
      )}
    </>
  );
}

interface ActDialogProps extends Pick<ReturnType<typeof useGroupActs>, 'onSnoozed' | 'onMarked'> {
  of: InDialog | 'resolve';
  row: AlertGroupRow;
  onClose: () => void;
  onResolve: () => void;
}

function ActDialog({ of, onSnoozed, onMarked, onResolve, ...rest }: ActDialogProps) {
  const dialogs = {
    page: () => <AddResponderDialog {...rest} />,
    reassign: () => <ReassignDialog {...rest} />,
    snooze: () => <SnoozeDialog {...rest} onSnoozed={onSnoozed} />,
    silence: () => (
      <DialogBoundary onClose={rest.onClose}>
        <SilenceGroupDialog {...rest} />
      </DialogBoundary>
    ),
    noise: () => <NoiseDialog {...rest} onMarked={onMarked} />,
    resolve: () => <ResolveDialog {...rest} onResolve={onResolve} />,
  };
  return dialogs[of]();
}
