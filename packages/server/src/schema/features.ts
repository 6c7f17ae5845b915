// Tables of the features domain.

export interface FeatureTables {}
