// Tables of the content domain.

export interface ContentTables {}
