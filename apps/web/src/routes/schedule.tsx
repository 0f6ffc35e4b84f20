import { ScheduleScreen } from '../features/schedules/schedule-screen.js';
import { searchFrom, type ScheduleSearch } from '../features/schedules/view-search.js';

interface Props {
  id: string;
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
}

export const Schedule = ({ id, search, onSearch }: Props) => <ScheduleScreen id={id} search={searchFrom(search)} onSearch={onSearch} />;
