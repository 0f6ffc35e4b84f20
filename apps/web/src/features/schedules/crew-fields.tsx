import { Button } from '../../ui/button.js';
import { PeopleChips } from './people-chips.js';
import type { Crew } from './presets.js';
import { ZoneSlot } from '../../ui/zone-field.js';

interface Props {
  /** Crews are regions with a zone each; more can be added. */
  hasRegions: boolean;
  crews: readonly Crew[];
  error: string | undefined;
  onChange: (crews: readonly Crew[]) => void;
}

/** People of each rotation of the pattern, in order. */
export function CrewFields({ hasRegions, crews, error, onChange }: Props) {
  const put = (at: number, crew: Partial<Crew>) => onChange(crews.map((one, n) => (n === at ? { ...one, ...crew } : one)));
  return (
    <fieldset>
      <legend className="mb-1 font-medium">People, in the order of their turns</legend>
      <ul className="space-y-2">
        {crews.map((crew, at) => (
          <li key={crew.name} className="flex flex-wrap items-center gap-1.5">
            {crews.length > 1 && <span className="min-w-36 text-muted">{crew.name}</span>}
            {hasRegions && <ZoneSlot label={`Time zone of ${crew.name}`} value={crew.zone} onChoose={(zone) => put(at, { zone })} />}
            <PeopleChips of={crew.name} people={crew.people} onChange={(people) => put(at, { people })} />
          </li>
        ))}
      </ul>
      {hasRegions && crews.length < 4 && (
        <Button
          kind="quiet"
          className="mt-2"
          onClick={() => onChange([...crews, { name: `Region ${crews.length + 1}`, zone: crews[0]!.zone, people: [] }])}
        >
          + Add a region
        </Button>
      )}
      {error && (
        <p role="alert" className="mt-1 text-warn">
          {error}
        </p>
      )}
    </fieldset>
  );
}
