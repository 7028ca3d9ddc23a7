/** The values shared by campaigns and requests. */
export const regions = ["ZH", "BE", "VD", "GE", "BS", "LU", "SG", "TI"];
export const categories = ["IAB1", "IAB2", "IAB3-1", "IAB9", "IAB12-2", "IAB17", "IAB19", "IAB20-3"];
