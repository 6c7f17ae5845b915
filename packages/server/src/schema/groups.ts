// Tables of the groups domain.

export interface GroupTables {}
