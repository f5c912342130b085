// Run once, by the mongo image on an empty volume: the user that Tieout signs in as, who may read and write its own
// database and nothing else. Run in mongosh, on the database tieout.

db.createUser({
  user: 'tieout',
  pwd: process.env.TIEOUT_MONGO_PASSWORD,
  roles: [{ role: 'readWrite', db: db.getName() }],
});
