-- Which job opened a layer, written with the opening itself: a job that is taken up again after that must not load the layer anew,
-- because people may have edited it meanwhile.
alter table feature_layer add column loaded_by text;
