import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import { organisationRouter, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import { useState, type ReactNode } from 'react';
import { count } from '../../data/words/sentence.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { panelClass } from '../../ui/panel.js';
import { RestoredDraft } from '../../ui/restored-draft.js';
import { Ago } from '../../ui/time.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { RecentAlerts } from './recent-alerts.js';
import { findMissing, findTakingAll, moveRule, newRule, withMatcher } from './rule-list.js';
import { RuleSentence } from './rule-sentence.js';
import { ruleWords } from './shared/rule-words.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { routesItemId } from '../config-files/shared/routes-item.js';
import { useRoutesEdit, type RouterRef, type RoutesEdit } from './use-routes-edit.js';
import { useTryOut } from './use-try-out.js';

interface Props {
  router: RouterRef;
  /** Undefined: it has none yet. */
  row: RouteRulesRow | undefined;
  /** Why they can’t be changed here; false: they can. */
  whyNot: string | false;
  /** Where an alert goes that a rule leads nowhere, as a choice; and what becomes of the alerts that no rule takes. */
  usual: string;
  rest: ReactNode;
  /** Below the rules: recent alerts come later, and must move nothing. */
  below?: ReactNode;
}

/** The rules of a router as sentences, in their order, beside recent alerts. */
export function RoutesEditor({ router, row, whyNot, usual, rest, below }: Props) {
  const edit = useRoutesEdit(router, row);
  const { rules, put } = edit;
  const [hasDays, setHasDays] = useState(false);
  const tried = useTryOut(router.id, rules, hasDays);
  const [lastEdited, setLastEdited] = useState<string | null>(null);
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_384px]">
      <div className="min-w-0">
        <BarredFields why={whyNot}>
          <legend className="sr-only">The rules</legend>
          <OwnedByFile id={routesItemId(router.id)} className="mb-3" />
          <Notices edit={edit} row={row} />
          <RuleList edit={edit} tried={tried} usual={usual} onFocus={setLastEdited} />
          <p className="mt-3 px-4 text-muted">{rest}</p>
          {whyNot === false && (
            <div className={`mt-2.5 px-4 py-3 ${panelClass} ${edit.isDirty ? 'sticky bottom-3 z-10 max-sm:static' : ''}`}>
              <SaveButtons edit={edit} row={row} tried={tried} hasDays={hasDays} onDays={setHasDays} />
            </div>
          )}
        </BarredFields>
        {below}
      </div>
      <RecentAlerts
        tried={tried}
        areOfAll={router.id === organisationRouter}
        onChoose={(matcher) => {
          if (whyNot !== false) return;
          const next = withMatcher(rules, lastEdited, matcher);
          put(next);
          if (next.length > rules.length) setLastEdited(next.at(-1)!.ruleId);
        }}
      />
    </div>
  );
}

function Notices({ edit, row }: { edit: RoutesEdit; row: RouteRulesRow | undefined }) {
  const names = useTargetNames();
  const linesOf = (list: RoutesEdit['rules']): Record<string, string> =>
    Object.fromEntries(list.map((rule, n) => [`Rule ${n + 1}`, ruleWords(rule, names)]));
  const saved = row ?? { version: 0, rules: [] };
  if (edit.isConflict)
    return (
      <Conflict
        was={linesOf(edit.base.rules)}
        is={linesOf(saved.rules)}
        onKeep={edit.rebase}
        onDiscardOwn={() => {
          edit.startFrom(saved);
          edit.reset();
        }}
      />
    );
  return edit.foundFrom && edit.isDirty ? <RestoredDraft at={edit.foundFrom} onDiscard={() => edit.startFrom(saved)} /> : null;
}

/** What the recent alerts would have become. */
const groupsWords = (tried: RouteTryOut | undefined): string => {
  if (!tried || tried.groups === 0) return '';
  const { groups, biggest, pagedFor } = tried;
  const linked = pagedFor < groups ? `, paged for as ${pagedFor}` : '';
  return `${count(groups, 'alert group')}, the biggest of ${count(biggest, 'alert')}${linked}`;
};

/** How many of the recent alerts a rule decides. */
const reachOf = (takingAll: number | null, tried: RouteTryOut | undefined, n: number): string => {
  if (takingAll !== null) return `never reached: rule ${takingAll} takes all`;
  return tried && tried.alerts > 0 ? `decides ${tried.decided[n] ?? 0} of ${count(tried.alerts, 'recent alert')}` : '';
};

const errorOf = (errors: RoutesEdit['errors'], n: number): string | undefined =>
  Object.entries(errors).find(([path]) => path.startsWith(`rules.${n}.`))?.[1];

interface ListProps {
  edit: RoutesEdit;
  tried: RouteTryOut | undefined;
  usual: string;
  onFocus: (ruleId: string) => void;
}

function RuleList({ edit: { rules, errors, teamId, put }, tried, usual, onFocus }: ListProps) {
  return (
    <>
      <ol aria-label="Rules" className="grid gap-2.5">
        {rules.map((rule, n) => {
          const takingAll = findTakingAll(rules, n);
          return (
            <RuleSentence
              key={rule.ruleId}
              rule={rule}
              n={n}
              isLast={n === rules.length - 1}
              decides={reachOf(takingAll, tried, n)}
              isReached={takingAll === null}
              usual={usual}
              teamId={teamId}
              error={errorOf(errors, n)}
              onChange={(next) => put(rules.with(n, next))}
              onMove={(by) => put(moveRule(rules, n, by))}
              onRemove={() => put(rules.toSpliced(n, 1))}
              onFocus={() => onFocus(rule.ruleId)}
            />
          );
        })}
      </ol>
      {rules.length < routeLimits.rulesPerIntegration && (
        <Button kind="quiet" className={rules.length > 0 ? 'mt-2' : ''} onClick={() => put([...rules, newRule()])}>
          + Add a rule
        </Button>
      )}
    </>
  );
}

/** How many recent alerts go elsewhere than by the saved rules; '' while that is unknown. */
const elsewhereWords = (tried: RouteTryOut | undefined): string =>
  !tried || tried.alerts === 0
    ? ''
    : `${tried.elsewhere === 0 ? 'None' : tried.elsewhere} of ${count(tried.alerts, 'recent alert')} ${tried.elsewhere > 1 ? 'go' : 'goes'} elsewhere.`;

interface SaveProps {
  edit: RoutesEdit;
  row: RouteRulesRow | undefined;
  tried: RouteTryOut | undefined;
  hasDays: boolean;
  onDays: (hasDays: boolean) => void;
}

function SaveButtons({ edit, row, tried, hasDays, onDays }: SaveProps) {
  const missing = findMissing(edit.rules);
  const general = edit.errors['rules'];
  return (
    <>
      {general && (
        <p role="alert" className="mb-2 text-warn">
          {general}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="act" busy={edit.isSaving} whyNot={edit.isDirty ? missing : 'No changes yet'} onClick={edit.save}>
          Save as version {edit.base.version + 1}
        </Button>
        {edit.isDirty && (
          <>
            <BacktestButton whyNot={missing ?? false} changeOf={edit.changeOf} />
            <Button kind="quiet" onClick={() => edit.startFrom(row ?? { version: 0, rules: [] })}>
              Discard changes
            </Button>
            <Button kind="quiet" aria-pressed={hasDays} onClick={() => onDays(!hasDays)}>
              {hasDays ? 'Preview the last 200 requests' : `Preview ${routeLimits.preview.days} days`}
            </Button>
            <span className="text-muted">
              {[elsewhereWords(tried), groupsWords(tried)].filter(Boolean).join(' · ')}
              {hasDays && tried?.since && (
                <>
                  {' · since '}
                  <Ago at={tried.since} />
                </>
              )}
            </span>
          </>
        )}
      </div>
    </>
  );
}
