import type { ConfigItemRow } from '@tocsin/contracts/config-files/noun.js';
import type { Permission } from '@tocsin/contracts/permissions.js';
import { whoMay } from '../../../../data/session/who-may.js';
import { BarredHint } from '../../../../ui/barred-hint.js';
import type { barOf } from './differences.js';
import type { ReactNode } from 'react';
import { pathWords } from './field-words.js';

interface BarProps {
  may: boolean;
  owner: ConfigItemRow['owner'];
  noun: string;
  permission: Permission;
}

/** Why nothing of a thing can be reverted here. */
export function RevertBar({ may, owner, noun, permission }: BarProps) {
  if (may && !owner) return null;
  return (
    <BarredHint className="mt-4">
      {may && owner
        ? `From ${owner.file}, line ${owner.line}, of ${owner.source}: change it there.`
        : `Only ${whoMay(permission)} can revert this ${noun}.`}
    </BarredHint>
  );
}

interface FieldsProps {
  different: readonly string[];
  bars: ReadonlyMap<string, ReturnType<typeof barOf>>;
  chosen: readonly string[];
  onToggle: (field: string) => void;
  consequence: string;
  /** What would change. */
  children: ReactNode;
}

/** The fields that differ, to choose what is reverted. */
export function RevertFields({ different, bars, chosen, onToggle, consequence, children }: FieldsProps) {
  return (
    <fieldset className="mt-5 border-t border-line pt-3">
      <legend className="sr-only">Revert</legend>
      <p className="mb-2 font-medium">Revert to the older version</p>
      {different.map((field) => (
        <label key={field} className="flex items-center gap-2 py-0.5">
          <input
            type="checkbox"
            className="accent-act"
            disabled={bars.get(field) !== null}
            checked={chosen.includes(field)}
            onChange={() => onToggle(field)}
          />
          {pathWords([field])}
          {bars.get(field) && <span className="text-xs text-muted">{barWords[bars.get(field)!]}</span>}
        </label>
      ))}
      <p className="mt-2 text-xs text-muted">{consequence}</p>
      {children}
    </fieldset>
  );
}

const barWords = {
  redacted: 'Can’t be reverted: its text was redacted or erased.',
  gone: 'Can’t be reverted: it names something that no longer exists.',
} as const;
